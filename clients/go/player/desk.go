package player

import (
	"log"
	"maps"

	pb "paiju/v1"
)

// Act chooses an action for a decision.
type Act func(*pb.Decision) *pb.Action

// desk goes from what the referee says to what the bot answers, without any network.
type desk struct {
	act  Act
	open map[key]*asked
}

type key struct {
	table    string
	decision uint32
}

// asked is a decision that was answered, until its verdict.
type asked struct {
	answer   *pb.Answer
	fallback *pb.Action // the default, as long as it has not been tried
}

// decide answers a decision; one that is asked again, after a lost connection, as before.
func (d *desk) decide(decision *pb.Decision) *pb.Answer {
	k := key{decision.Table, decision.DecisionId}
	if known := d.open[k]; known != nil {
		return known.answer
	}
	answer := &pb.Answer{Table: k.table, DecisionId: k.decision, Action: d.act(decision)}
	d.open[k] = &asked{answer, decision.Default}
	return answer
}

// judge takes a verdict, and returns the default action as a second answer where the first did not do.
func (d *desk) judge(verdict *pb.Verdict) *pb.Answer {
	k := key{verdict.Table, verdict.DecisionId}
	known, refused, stale := d.open[k], verdict.GetRefused(), verdict.GetStale()
	switch {
	case known == nil:
		return nil
	case refused != nil:
		log.Printf("table %s, decision %d: refused by %s: %s", k.table, k.decision, refused.Rule, refused.Text)
	case stale != nil && stale.OpenDecisionId == k.decision:
		log.Printf("table %s, decision %d: stale: %s", k.table, k.decision, stale.Text)
	default:
		delete(d.open, k)
		return nil
	}
	if known.fallback == nil {
		return nil
	}
	answer := &pb.Answer{Table: k.table, DecisionId: k.decision, Action: known.fallback}
	d.open[k] = &asked{answer: answer}
	return answer
}

func (d *desk) forget(table string) {
	maps.DeleteFunc(d.open, func(k key, _ *asked) bool { return k.table == table })
}
