import { errorCode } from './error-code.ts';

/** Whether a process has this number, another user's too. One that nobody has reaped counts as alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
