package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "paiju/v1"
)

const (
	version       = 1
	firstAnswer   = 10 * time.Second
	reconnect     = 30 * time.Second // where no open table says how long it waits
	heartbeat     = 5 * time.Second
	shortestPause = 200 * time.Millisecond
	longestPause  = 3 * time.Second
	settled       = 3 * time.Second // a stream that holds so long was a return, even if it brought nothing
	mostAnswers   = 200             // in a message; the referee takes 64 KiB
)

var options = []grpc.DialOption{
	grpc.WithTransportCredentials(insecure.NewCredentials()),
	// A peer that is frozen or cut off is noticed within 15 s.
	grpc.WithKeepaliveParams(keepalive.ClientParameters{
		Time: 10 * time.Second, Timeout: 5 * time.Second, PermitWithoutStream: true,
	}),
	grpc.WithConnectParams(grpc.ConnectParams{
		Backoff:           backoff.Config{BaseDelay: shortestPause, Multiplier: 2, Jitter: 0.2, MaxDelay: longestPause},
		MinConnectTimeout: time.Second,
	}),
	// An answer is sent again only under its decision's id, by the desk.
	grpc.WithDisableRetry(),
	grpc.WithDisableServiceConfig(),
}

// line is one player's connection, for all its tables.
type line struct {
	client, address string
	referee         pb.RefereeServiceClient
	desk            desk
	windows         map[string]time.Duration // how long each open table waits for a lost player
	draining        bool
}

// Play plays until the referee ends the stream.
func Play(ctx context.Context, client, address, token string, act Act) error {
	channel, err := grpc.NewClient(address, options...)
	if err != nil {
		return &Error{WrongStart, fmt.Sprintf("%s is no address: %v", address, err)}
	}
	defer channel.Close()
	l := &line{
		client: client, address: address,
		referee: pb.NewRefereeServiceClient(channel),
		desk:    desk{act, map[key]*asked{}},
		windows: map[string]time.Duration{},
	}
	return l.stay(metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token))
}

// stay connects, and again after each loss.
func (l *line) stay(ctx context.Context) error {
	deadline, pause := time.Now().Add(firstAnswer), shortestPause
	gone := fmt.Sprintf("no answer from %s within %v s", l.address, firstAnswer.Seconds())
	for {
		held := false
		err := l.hello(ctx, deadline)
		if err == nil {
			held, err = l.attach(ctx)
		}
		if err == nil {
			return nil
		}
		if final := l.final(err); final != nil || l.draining {
			return final
		}
		if held {
			window := reconnect
			if len(l.windows) > 0 {
				window = slices.Max(slices.Collect(maps.Values(l.windows)))
			}
			deadline, pause = time.Now().Add(window), shortestPause
			gone = fmt.Sprintf("the referee at %s went away and did not come back within %v s", l.address, window.Seconds())
			log.Printf("lost the referee at %s, looking for it for %v s", l.address, window.Seconds())
		}
		left := time.Until(deadline)
		if left <= 0 {
			return &Error{Unreachable, gone}
		}
		time.Sleep(min(pause, left))
		pause = min(2*pause, longestPause)
	}
}

func (l *line) hello(ctx context.Context, deadline time.Time) error {
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	request := &pb.HelloRequest{Client: l.client, ProtocolMin: version, ProtocolMax: version}
	hello, err := l.referee.Hello(ctx, request, grpc.WaitForReady(true))
	if err == nil {
		log.Printf("I am %s, referee %s", hello.Player, hello.Server)
	}
	return err
}

// attach reads frames, and answers them, until the stream ends. held says that it brought a frame, or did not fail soon.
func (l *line) attach(ctx context.Context) (held bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := l.referee.Play(ctx)
	if err != nil {
		return false, err
	}
	settings := &pb.StreamSettings{Views: pb.Views_VIEWS_ON_DECISION, WithoutEvents: true}
	stream.Send(&pb.PlayRequest{Settings: settings}) // when sending fails, here or below, reading tells why

	frames, end := make(chan *pb.PlayResponse), make(chan error, 1)
	go func() { end <- read(ctx, stream, frames) }()
	opened, beat := time.Now(), time.Tick(heartbeat)
	for last := uint32(0); ; {
		select {
		case err := <-end:
			return last > 0 || time.Since(opened) >= settled, err
		case frame := <-frames:
			last = frame.Frame
			answers, err := l.take(frame.Items)
			if err != nil {
				return true, err
			}
			for some := range slices.Chunk(answers, mostAnswers) {
				stream.Send(&pb.PlayRequest{Answers: some})
			}
		case <-beat:
			stream.Send(&pb.PlayRequest{Heartbeat: &pb.Heartbeat{LastFrame: last}})
		}
	}
}

// read hands frames on, so that the next one is read while the bot thinks.
func read(ctx context.Context, stream pb.RefereeService_PlayClient, frames chan<- *pb.PlayResponse) error {
	for {
		frame, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		select {
		case frames <- frame:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// take returns the answers that the items of one frame call for.
func (l *line) take(items []*pb.Item) (answers []*pb.Answer, err error) {
	for _, item := range items {
		var answer *pb.Answer
		switch item := item.Item.(type) {
		case *pb.Item_Seated:
			l.windows[item.Seated.Table] = time.Duration(item.Seated.Clocks.GetReconnectMs()) * time.Millisecond
		case *pb.Item_Decision:
			answer = l.desk.decide(item.Decision)
		case *pb.Item_Verdict:
			answer = l.desk.judge(item.Verdict)
		case *pb.Item_Ended:
			delete(l.windows, item.Ended.Table)
			l.desk.forget(item.Ended.Table)
		case *pb.Item_Draining:
			l.draining = true
		case *pb.Item_Superseded:
			return nil, &Error{Superseded, "a newer process of this player has taken over at " + l.address}
		}
		if answer != nil {
			answers = append(answers, answer)
		}
	}
	return answers, nil
}

// final returns why to stop, or nil where the line may come back.
func (l *line) final(err error) error {
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	reason := "closed the line"
	switch status.Code(err) {
	case codes.Unavailable, codes.Canceled, codes.Unknown, codes.Internal, codes.DeadlineExceeded:
		return nil
	case codes.Unauthenticated, codes.PermissionDenied:
		reason = "refused the token"
	case codes.FailedPrecondition:
		reason = fmt.Sprintf("does not speak version %d", version)
	}
	return &Error{Refused, fmt.Sprintf("the referee at %s %s: %s", l.address, reason, status.Convert(err).Message())}
}
