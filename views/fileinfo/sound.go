package fileinfo

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"mcperuse/views/humanize"
)

// sound lays out what is known of a sound. What is 0 is not known.
func sound(format string, rate, channels, bits int, length time.Duration) []Fact {
	value := format
	if rate > 0 {
		value += " · " + strconv.FormatFloat(float64(rate)/1000, 'f', -1, 64) + " kHz"
	}
	if bits > 0 {
		value += fmt.Sprintf(" · %d bit", bits)
	}
	switch channels {
	case 0:
	case 1:
		value += " · mono"
	case 2:
		value += " · stereo"
	default:
		value += fmt.Sprintf(" · %d channels", channels)
	}
	facts := []Fact{{"sound", value}}
	if length > 0 {
		facts = append(facts, Fact{"length", humanize.Duration(length)})
	}
	return facts
}

// lasts is how long n samples last.
func lasts(n uint64, rate int) time.Duration {
	if rate <= 0 {
		return 0
	}
	seconds := float64(n) / float64(rate)
	const most = 1e6 // more is damage
	if seconds > most {
		return 0
	}
	return time.Duration(seconds * float64(time.Second))
}

func wav(data []byte) []Fact {
	if len(data) < 12 || string(data[8:12]) != "WAVE" {
		return nil
	}
	le := binary.LittleEndian
	var rate, channels, bits int
	var perSecond, size uint32
	for at := 12; at+8 <= len(data); {
		n := le.Uint32(data[at+4:])
		switch body := data[at+8:]; string(data[at : at+4]) {
		case "fmt ":
			if len(body) < 16 {
				return nil
			}
			channels, rate, perSecond, bits = int(le.Uint16(body[2:])), int(le.Uint32(body[4:])), le.Uint32(body[8:]), int(le.Uint16(body[14:]))
		case "data":
			size = n
		}
		if uint64(n) > uint64(len(data)) {
			break
		}
		at += 8 + int(n+n&1)
	}
	return sound("WAV", rate, channels, bits, lasts(uint64(size), int(perSecond)))
}

func flac(data []byte) []Fact {
	const info = 8 // after the mark and the header of the first block
	if len(data) < info+18 {
		return nil
	}
	v := binary.BigEndian.Uint64(data[info+10:])
	rate := int(v >> 44)
	return sound("FLAC", rate, int(v>>41&7)+1, int(v>>36&31)+1, lasts(v&(1<<36-1), rate))
}

func ogg(data []byte) []Fact {
	le := binary.LittleEndian
	last := uint64(0)
	if i := bytes.LastIndex(data, []byte("OggS")); i >= 0 && i+14 <= len(data) {
		last = le.Uint64(data[i+6:])
	}
	head := data[:min(len(data), 256)]
	if i := bytes.Index(head, []byte("\x01vorbis")); i >= 0 && i+16 <= len(head) {
		rate := int(le.Uint32(head[i+12:]))
		return sound("Ogg Vorbis", rate, int(head[i+11]), 0, lasts(last, rate))
	}
	if i := bytes.Index(head, []byte("OpusHead")); i >= 0 && i+10 <= len(head) {
		const rate = 48000 // Opus counts in it whatever the sound had, RFC 7845, 4
		return sound("Ogg Opus", rate, int(head[i+9]), 0, lasts(last, rate))
	}
	return sound("Ogg", 0, 0, 0, 0)
}

// kilobits are the rates of MPEG 1 layer 3, by the number in a frame's header.
var kilobits = [...]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0}

// mp3 reads the header of the first frame. The length follows from its bit rate,
// which others can differ from.
func mp3(data []byte) []Fact {
	at := 0
	if bytes.HasPrefix(data, []byte("ID3")) && len(data) > 10 {
		at = 10 + int(data[6]&127)<<21 + int(data[7]&127)<<14 + int(data[8]&127)<<7 + int(data[9]&127)
	}
	if at+4 > len(data) || data[at] != 0xff || data[at+1]&0xe0 != 0xe0 {
		return sound("MP3", 0, 0, 0, 0)
	}
	version, channels := data[at+1]>>3&3, 2
	rate := [...]int{44100, 48000, 32000, 0}[data[at+2]>>2&3]
	switch version {
	case 2:
		rate /= 2
	case 0:
		rate /= 4
	}
	if data[at+3]>>6 == 3 {
		channels = 1
	}
	var length time.Duration
	if k := kilobits[data[at+2]>>4]; version == 3 && k > 0 {
		length = lasts(uint64(len(data)-at), k*125)
	}
	facts := sound("MP3", rate, channels, 0, length)
	if len(facts) > 1 {
		facts[1].Value = "about " + facts[1].Value
	}
	return facts
}
