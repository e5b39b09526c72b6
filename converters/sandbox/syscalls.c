//go:build linux

#define _GNU_SOURCE
#include "syscalls.h"

#include <asm/ioctls.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// Numbers that are the same everywhere and that older headers lack.
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

const int calls_for_all[] = {__NR_futex, __NR_read, __NR_write, __NR_pread64, __NR_pwrite64, __NR_readv, __NR_writev,
	__NR_lseek, __NR_close, __NR_munmap, __NR_mremap, __NR_madvise, __NR_brk, __NR_nanosleep, __NR_clock_nanosleep,
	__NR_clock_gettime, __NR_clock_getres, __NR_gettimeofday, __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn,
	__NR_rt_sigtimedwait, __NR_sigaltstack, __NR_restart_syscall, __NR_getpid, __NR_getppid, __NR_gettid, __NR_getuid,
	__NR_geteuid, __NR_getgid, __NR_getegid, __NR_sched_yield, __NR_sched_getaffinity, __NR_getcpu, __NR_getrandom,
	__NR_set_robust_list, __NR_set_tid_address, __NR_rseq, __NR_membarrier, __NR_exit, __NR_exit_group, __NR_uname,
	__NR_sysinfo, __NR_getrusage, __NR_times, __NR_ppoll, __NR_epoll_create1, __NR_epoll_ctl, __NR_epoll_pwait,
	__NR_eventfd2, __NR_pipe2, __NR_dup, __NR_dup3, __NR_fstat, __NR_newfstatat, __NR_statx, __NR_readlinkat,
	__NR_faccessat, __NR_getcwd, __NR_fadvise64, __NR_ftruncate, __NR_getdents64,
#ifdef __NR_faccessat2
	__NR_faccessat2,
#endif
#ifdef __x86_64__
	__NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_time, __NR_poll, __NR_pipe, __NR_dup2, __NR_getrlimit,
	__NR_epoll_wait, __NR_epoll_create,
#endif
	-1};

const int calls_for_files[] = {__NR_unlinkat, __NR_mkdirat, __NR_renameat, __NR_renameat2, __NR_fallocate, __NR_statfs,
	__NR_fstatfs, __NR_flock, __NR_umask, __NR_chdir, __NR_sendfile, __NR_copy_file_range, __NR_msync, __NR_mincore,
	__NR_pselect6,
#ifdef __x86_64__
	__NR_unlink, __NR_mkdir, __NR_rmdir, __NR_rename, __NR_select,
#endif
	-1};

const int calls_pretended[] = {__NR_fsync, __NR_fdatasync, -1};

const int calls_for_messages[] = {__NR_recvmsg, -1};

const int calls_for_loading[] = {__NR_mmap, __NR_mprotect, -1};

const int calls_refused[] = {__NR_execve, __NR_execveat, __NR_socket, __NR_socketpair, __NR_connect, __NR_bind,
	__NR_listen, __NR_accept, __NR_accept4, __NR_sendto, __NR_sendmsg, __NR_sendmmsg, __NR_ptrace,
	__NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, __NR_wait4, __NR_waitid, __NR_tkill, __NR_rt_sigqueueinfo,
	__NR_rt_tgsigqueueinfo, __NR_truncate, __NR_fchmod, __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_linkat,
	__NR_symlinkat, __NR_mknodat, __NR_utimensat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr,
	__NR_lremovexattr, __NR_fremovexattr, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare,
	__NR_setns, __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_keyctl, __NR_add_key, __NR_request_key,
	__NR_open_by_handle_at, __NR_name_to_handle_at, __NR_setuid, __NR_setgid, __NR_setreuid, __NR_setregid,
	__NR_setresuid, __NR_setresgid, __NR_setgroups, __NR_capset, __NR_setpriority, __NR_sched_setaffinity,
	__NR_sched_setscheduler, __NR_personality, __NR_seccomp, __NR_memfd_create, __NR_shmget, __NR_shmat,
	__NR_init_module, __NR_finit_module, __NR_kexec_load, __NR_reboot, __NR_setpgid, __NR_setsid,
#ifdef __x86_64__
	__NR_fork, __NR_vfork, __NR_creat, __NR_chmod, __NR_chown, __NR_lchown, __NR_link, __NR_symlink, __NR_mknod,
	__NR_utime, __NR_utimes, __NR_futimesat, __NR_arch_prctl, __NR_modify_ldt, __NR_iopl, __NR_ioperm,
#endif
	-1};

const unsigned prctl_allowed[] = {
	PR_SET_NAME + 1, PR_GET_NAME + 1, PR_SET_VMA + 1, PR_GET_DUMPABLE + 1, PR_CAPBSET_READ + 1, 0};

const unsigned ioctl_allowed[] = {TCGETS + 1, FIONREAD + 1, FIOCLEX + 1, FIONCLEX + 1, FIONBIO + 1, 0};

// F_SETOWN and F_SETSIG are not in the list, because they could send signals to other processes.
const unsigned fcntl_allowed[] = {F_DUPFD + 1, F_DUPFD_CLOEXEC + 1, F_GETFD + 1, F_SETFD + 1, F_GETFL + 1, F_SETFL + 1,
	F_GETLK + 1, F_SETLK + 1, F_SETLKW + 1, F_OFD_GETLK + 1, F_OFD_SETLK + 1, F_OFD_SETLKW + 1, F_GETPIPE_SZ + 1,
	F_GET_SEALS + 1, 0};
