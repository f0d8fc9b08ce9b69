package outside

import (
	"fmt"
	"os/exec"
	"time"
)

// Open hands a file or an address to what the system opens it with, or to a
// browser where one is named and there. No shell sees it.
func Open(target, browser string) error {
	name, args := opener(), []string{target}
	if name == "rundll32" {
		args = []string{"url.dll,FileProtocolHandler", target}
	}
	if path, err := exec.LookPath(browser); err == nil {
		name, args = path, []string{target}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }() // a browser that runs on is waited for, but not here
	timer := time.NewTimer(openingTime)
	defer timer.Stop()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%s failed: %w", name, err)
		}
	case <-timer.C:
	}
	return nil
}

// openingTime is how long an opener gets to say that it cannot.
const openingTime = 2 * time.Second
