package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// command runs the app without its screen.
func command(args []string) {
	switch args[0] {
	case "echo":
		_, _ = io.Copy(os.Stdout, os.Stdin)
		fmt.Fprintln(os.Stderr, "home", os.Getenv("HOME"))
		code, _ := strconv.Atoi(args[1])
		os.Exit(code)
	case "orphan":
		if err := exec.Command("/bin/sleep", "600").Start(); err != nil {
			panic(err)
		}
	case "suicide":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case "serve":
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		fmt.Printf("app: listening on http://%s\n", l.Addr())
		panic(http.Serve(l, http.NotFoundHandler()))
	case "deaf":
		fmt.Println("nothing to hear")
	}
}
