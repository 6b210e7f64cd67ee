/** What deploy:check was asked for. */
export interface CheckOptions {
  /** Whether the image is built and started, which takes a quarter of an hour and some gigabytes. */
  readonly withImage: boolean;
  /** What the image is built from; undefined: what the Containerfile names, or else what mmdebstrap makes. */
  readonly buildImage: string | undefined;
  readonly runImage: string | undefined;
}

export const USAGE =
  'Options: --files-only leaves out the image; --build-image=NAME and --run-image=NAME name what it is built from, both together.';

/** Reads the options of deploy:check; undefined when they are not written as they must be. */
export function readCheckOptions(args: readonly string[]): CheckOptions | undefined {
  const images = new Map<string, string>();
  for (const argument of args) {
    const [, which, name] = /^--(build|run)-image=(\S+)$/.exec(argument) ?? [];
    if (which !== undefined && name !== undefined) images.set(which, name);
    else if (argument !== '--files-only') return undefined;
  }
  if (images.size === 1) return undefined;
  return {
    withImage: !args.includes('--files-only'),
    buildImage: images.get('build'),
    runImage: images.get('run'),
  };
}
