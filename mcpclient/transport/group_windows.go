package transport

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// processGroup is a child and all that it started, held in a job object.
type processGroup struct {
	pid uint32
	job windows.Handle // 0 where none could be made: then only the child is ended
	own *os.Process
}

// prepare gives the child a console group of its own, so that ctrl+c in our
// console does not reach it.
func (g *processGroup) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// adopt puts the child into a job that ends with us. What it started before
// this moment is not caught; a child takes longer than that to start anything.
func (g *processGroup) adopt(p *os.Process) {
	g.pid, g.own = uint32(p.Pid), p
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		var child windows.Handle
		child, err = windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, g.pid)
		if err == nil {
			err = windows.AssignProcessToJobObject(job, child)
			_ = windows.CloseHandle(child)
		}
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return
	}
	g.job = job
}

// terminate asks the child to end, as ctrl+break does. One without a console
// does not hear it, and is killed later.
func (g *processGroup) terminate() {
	_ = windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, g.pid)
}

// kill ends the child and all that it started.
func (g *processGroup) kill() {
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
		return
	}
	_ = g.own.Kill()
}

// empty reports whether nobody is left in the job.
func (g *processGroup) empty() bool {
	if g.job == 0 {
		return true
	}
	var use struct { // JOBOBJECT_BASIC_ACCOUNTING_INFORMATION
		userTime, kernelTime, periodUserTime, periodKernelTime int64
		pageFaults, processes, active, terminated              uint32
	}
	err := windows.QueryInformationJobObject(g.job, windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&use)), uint32(unsafe.Sizeof(use)), nil)
	return err != nil || use.active == 0
}

// release closes the job, which ends whoever is left in it.
func (g *processGroup) release() {
	if g.job != 0 {
		_ = windows.CloseHandle(g.job)
		g.job = 0
	}
}

func exitSignal(*os.ProcessState) string { return "" }

func isExecFormat(err error) bool { return errors.Is(err, windows.ERROR_BAD_EXE_FORMAT) }
