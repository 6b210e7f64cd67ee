/** System calls that exploits use and converters don't: their numbers on x64 and arm64. */
const REFUSED_CALLS = {
  // Other processes, and the kernel's keys.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Large parts of the kernel with a history of faults.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  vmsplice: [278, 75],
  fanotify_init: [300, 262],
  // Other namespaces and file systems.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // The machine itself.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  acct: [163, 89],
  quotactl: [179, 60],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
} as const;

const CPUS = {
  x64: { place: 0, audit: 0xc000003e, clone: 56 },
  arm64: { place: 1, audit: 0xc00000b7, clone: 220 },
} as const;
/** The same number on both. */
const CLONE3 = 435;
/** On x64, the system calls of its 32-bit variant (x32) begin here. */
const X32_CALLS = 0x40000000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e020000;

/** Classic BPF (linux/bpf_common.h, linux/seccomp.h). */
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const FAIL_WITH = 0x00050000;
const EPERM = 1;
const ENOSYS = 38;
/** Offsets in a filter's input: the call, its architecture, the lower half of its first argument. */
const AT = { call: 0, audit: 4, argument: 16 } as const;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const load = (at: number): Instruction => [LOAD, 0, 0, at];
const failWith = (error: number): Instruction => [RETURN, 0, 0, FAIL_WITH | error];
/** Fails the call when the test holds; otherwise the next instruction runs. */
const refuse = (test: number, value: number, error = EPERM): readonly Instruction[] => [
  [test, 0, 1, value],
  failWith(error),
];

/** A seccomp filter for bubblewrap; undefined for other processors. */
export function callFilter(arch: string = process.arch): Buffer | undefined {
  if (arch !== 'x64' && arch !== 'arm64') return undefined;
  const { place, audit, clone } = CPUS[arch];
  const program: readonly Instruction[] = [
    load(AT.audit),
    [IF_EQUAL, 1, 0, audit],
    failWith(EPERM),
    load(AT.call),
    ...refuse(IF_AT_LEAST, X32_CALLS),
    ...Object.values(REFUSED_CALLS).flatMap((numbers) => refuse(IF_EQUAL, numbers[place])),
    // A filter can't read its flags, which are in memory; programs fall back to clone.
    ...refuse(IF_EQUAL, CLONE3, ENOSYS),
    [IF_EQUAL, 0, 3, clone],
    load(AT.argument),
    ...refuse(IF_ANY_BIT, NEW_NAMESPACES),
    [RETURN, 0, 0, ALLOW],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
