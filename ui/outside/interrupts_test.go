//go:build unix

package outside_test

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"mcperuse/ui/outside"
)

func TestInterruptsThatAreLent(t *testing.T) {
	var interrupts outside.Interrupts
	ctx, stop := interrupts.Context(context.Background(), syscall.SIGINT, syscall.SIGUSR1)
	defer stop()
	back := interrupts.Lend()
	raise := func(s syscall.Signal) {
		if err := syscall.Kill(os.Getpid(), s); err != nil {
			t.Fatal(err)
		}
	}
	other, stopOther := (&outside.Interrupts{}).Context(context.Background(), syscall.SIGINT)
	defer stopOther()
	raise(syscall.SIGINT)
	<-other.Done() // the signal has come
	if ctx.Err() != nil {
		t.Error("an interrupt for another program ended the context")
	}
	raise(syscall.SIGUSR1)
	<-ctx.Done() // any other signal is for this program
	back()
	ctx, stop2 := interrupts.Context(context.Background(), syscall.SIGINT)
	defer stop2()
	raise(syscall.SIGINT)
	<-ctx.Done()
}

func TestAnInterruptThatIsLate(t *testing.T) {
	interrupts := outside.Interrupts{Grace: time.Hour}
	ctx, stop := interrupts.Context(context.Background(), syscall.SIGINT)
	defer stop()
	interrupts.Lend()()
	other, stopOther := (&outside.Interrupts{}).Context(context.Background(), syscall.SIGINT)
	defer stopOther()
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	<-other.Done() // the signal has come
	if ctx.Err() != nil {
		t.Error("an interrupt that was on its way to another program ended the context")
	}
}
