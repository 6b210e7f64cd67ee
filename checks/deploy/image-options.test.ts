import { expect, test } from 'vitest';
import { readCheckOptions } from './image-options.ts';

test('the image is checked unless it is left out, from the images that are named', () => {
  expect(readCheckOptions([])).toEqual({ withImage: true, buildImage: undefined, runImage: undefined });
  expect(readCheckOptions(['--files-only'])).toMatchObject({ withImage: false });
  expect(readCheckOptions(['--build-image=localhost/node', '--run-image=oci-archive:/tmp/base'])).toMatchObject({
    buildImage: 'localhost/node',
    runImage: 'oci-archive:/tmp/base',
  });
});

test.each([['--image'], ['--build-image='], ['--run-image=debian'], ['all']])(
  '%s is no option by itself',
  (argument) => {
    expect(readCheckOptions([argument])).toBeUndefined();
  },
);
