package player

import (
	"testing"

	"google.golang.org/protobuf/proto"

	pb "paiju/v1"
)

var (
	first    = &pb.Action{Verb: pb.Verb_VERB_PLAY, Cards: []pb.Card{pb.Card_CARD_CA}}
	fallback = &pb.Action{Verb: pb.Verb_VERB_PASS}
	decision = &pb.Decision{Table: "t", DecisionId: 3, Default: fallback}
	accepted = &pb.Verdict{Table: "t", DecisionId: 3, Verdict: &pb.Verdict_Accepted{}}
	refused  = &pb.Verdict{Table: "t", DecisionId: 3, Verdict: &pb.Verdict_Refused{Refused: &pb.Refused{Rule: "follow.suit"}}}
)

func stale(open uint32) *pb.Verdict {
	return &pb.Verdict{Table: "t", DecisionId: 3, Verdict: &pb.Verdict_Stale{Stale: &pb.Stale{OpenDecisionId: open}}}
}

// seated returns a desk whose bot plays first, and how often that was asked.
func seated() (*desk, *int) {
	times := 0
	return &desk{func(*pb.Decision) *pb.Action { times++; return first }, map[key]*asked{}}, &times
}

func TestADecisionAskedAgainIsAnsweredAsBefore(t *testing.T) {
	desk, times := seated()
	if before, after := desk.decide(decision), desk.decide(decision); !proto.Equal(before, after) || *times != 1 {
		t.Errorf("answered %v, then %v, asking the bot %d times", before, after, *times)
	}
}

func TestAVerdict(t *testing.T) {
	for name, test := range map[string]struct {
		verdicts []*pb.Verdict
		answer   *pb.Action // to the last of them
		asked    int        // how often the bot is asked if the decision comes again
	}{
		"accepted closes the decision":               {[]*pb.Verdict{accepted}, nil, 2},
		"refused is answered with the default":       {[]*pb.Verdict{refused}, fallback, 1},
		"refused twice is answered once":             {[]*pb.Verdict{refused, refused}, nil, 1},
		"stale while open is answered with default":  {[]*pb.Verdict{stale(3)}, fallback, 1},
		"stale with another open closes the old one": {[]*pb.Verdict{stale(4)}, nil, 2},
	} {
		t.Run(name, func(t *testing.T) {
			desk, times := seated()
			desk.decide(decision)
			var answer *pb.Answer
			for _, verdict := range test.verdicts {
				answer = desk.judge(verdict)
			}
			if got := answer.GetAction(); !proto.Equal(got, test.answer) {
				t.Errorf("answered %v, want %v", got, test.answer)
			}
			if desk.decide(decision); *times != test.asked {
				t.Errorf("asked the bot %d times, want %d", *times, test.asked)
			}
		})
	}
}

func TestAMatchThatEndedIsForgotten(t *testing.T) {
	desk, times := seated()
	desk.decide(decision)
	desk.forget("t")
	if desk.decide(decision); *times != 2 {
		t.Errorf("asked the bot %d times, want 2", *times)
	}
}
