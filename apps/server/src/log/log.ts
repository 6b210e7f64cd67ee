/** Where a process writes what operators read; the web server's and the worker's logs are made by createLog(). */
export interface Log {
  error(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  warn(message: string): void;
}

/** The same for a process that also says what went well. */
export interface WorkerLog extends Log {
  info(detail: object, message: string): void;
}
