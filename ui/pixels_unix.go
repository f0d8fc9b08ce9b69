//go:build unix

package ui

import (
	"os"

	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/sys/unix"
)

// pixels is the size of a terminal in pixels, and false where it is not known.
func pixels(terminal *os.File) (uv.PixelSizeEvent, bool) {
	size, err := unix.IoctlGetWinsize(int(terminal.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Xpixel == 0 || size.Ypixel == 0 {
		return uv.PixelSizeEvent{}, false
	}
	return uv.PixelSizeEvent{Width: int(size.Xpixel), Height: int(size.Ypixel)}, true
}
