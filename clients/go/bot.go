// A bot that plays any legal action. Put your own thought into act.
package main

import (
	"math/rand/v2"

	"paiju/player"
	pb "paiju/v1"
)

//go:generate go run ./internal/stubs ../../proto .

func main() {
	player.Run("paiju-go 0.1", act)
}

// act chooses what to do: decision.View is everything this seat may know, decision.Legal lists what it may do.
// Decisions of all tables come here, one at a time; decision.Table tells them apart.
func act(decision *pb.Decision) *pb.Action {
	if len(decision.Legal) == 0 {
		return decision.Default
	}
	return decision.Legal[rand.IntN(len(decision.Legal))]
}
