// Package player keeps a bot at the tables of a paiju referee: it says hello, carries decisions and answers over one
// stream, and comes back after a loss.
package player

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// Error is why a player stops, with its exit code.
type Error struct {
	Code int
	Text string
}

// The exit codes, besides 0 for a referee that ended.
const (
	Failed      = 1
	WrongStart  = 2
	Unreachable = 3 // nobody answers, or the referee went away and did not come back in time
	Refused     = 4 // the referee answers, but not to this player: token, version, conduct
	Superseded  = 5 // a newer process of this player has taken over
)

func (e *Error) Error() string { return e.Text }

// Run plays until the referee ends, or SIGTERM comes, and exits. client is the bot's name and version. The referee's
// address and a file with a token come from PAIJU_ADDRESS and PAIJU_TOKEN_FILE, or the command line.
func Run(client string, act Act) {
	log.SetFlags(0)
	address := flag.String("address", os.Getenv("PAIJU_ADDRESS"), "where the referee is, `HOST:PORT` or unix:PATH")
	tokenFile := flag.String("token-file", os.Getenv("PAIJU_TOKEN_FILE"), "a `file` with the player's token")
	flag.Parse()

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		os.Exit(0) // without waiting for a bot that thinks
	}()

	token, err := start(*address, *tokenFile)
	if err == nil {
		err = Play(context.Background(), client, *address, token, act)
	}
	if err != nil {
		log.Print("paiju: ", err)
		code := Failed
		if stop, ok := errors.AsType[*Error](err); ok {
			code = stop.Code
		}
		os.Exit(code)
	}
}

func start(address, tokenFile string) (token string, err error) {
	switch {
	case address == "":
		return "", &Error{WrongStart, "where is the referee? give --address HOST:PORT or set PAIJU_ADDRESS"}
	case tokenFile == "":
		return "", &Error{WrongStart, "who is playing? give --token-file FILE or set PAIJU_TOKEN_FILE"}
	}
	text, err := os.ReadFile(tokenFile)
	if err != nil {
		return "", &Error{WrongStart, "cannot read a token: " + err.Error()}
	}
	for token := range strings.FieldsSeq(string(text)) {
		if strings.ContainsFunc(token, func(r rune) bool { return r < '!' || r > '~' }) {
			return "", &Error{WrongStart, fmt.Sprintf("the token in %s is not printable ASCII", tokenFile)}
		}
		return token, nil
	}
	return "", &Error{WrongStart, "there is no token in " + tokenFile}
}
