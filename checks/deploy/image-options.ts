import { parseArgs } from 'node:util';

/** The options of deploy:check. */
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
  const image = { type: 'string' } as const;
  const options = { 'files-only': { type: 'boolean' }, 'build-image': image, 'run-image': image } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { 'build-image': buildImage, 'run-image': runImage } = values;
    const areBoth = buildImage === undefined ? runImage === undefined : Boolean(buildImage && runImage);
    return areBoth ? { withImage: values['files-only'] !== true, buildImage, runImage } : undefined;
  } catch {
    return undefined;
  }
}
