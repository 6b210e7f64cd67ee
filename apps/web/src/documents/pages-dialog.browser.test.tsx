import { MAX_FILE_BYTES } from '@firstyear/api-contract/file-rules';
import { joinPhotos, splitPhotos } from '@firstyear/api-contract/photo-pages';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import {
  attached,
  choose,
  documentServer,
  draw,
  errorOf,
  fileOf,
  inputIsThere,
  KEY,
  STATUS,
} from './document-server.testing.ts';
import { joinPhotoFiles, PhotoProblem } from './join-photos.ts';

beforeEach(() => clearToasts());

/** A photo of one color, or of noise, which doesn't compress. */
async function photoOf(
  name: string,
  color: string,
  { width = 60, height = 40, type = 'image/png' } = {},
): Promise<File> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas here.');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  if (color === 'noise') {
    const noise = context.createImageData(width, height);
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = (at * 2_654_435_761) >>> 24;
    context.putImageData(noise, 0, 0);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
  return new File([blob ?? ''], name, { type });
}
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

const dialog = () => page.getByRole('dialog', { name: 'Pages of your document' });
const names = () =>
  dialog()
    .getByRole('listitem')
    .elements()
    .map((item) => /[a-z]+\.png/.exec(item.textContent ?? '')?.[0]);
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
/** The photos that were sent, in their order. */
async function sentPhotos(): Promise<readonly Uint8Array[]> {
  const body = vi
    .mocked(fetch)
    .mock.calls.map(([, init]) => init?.body)
    .find((item) => item instanceof FormData);
  const file = body?.get('file');
  return file instanceof File ? (splitPhotos(await bytesOf(file)) ?? []) : [];
}

describe('photos as the pages of one document', () => {
  test('are chosen together, put in order, removed and added, and sent as one file', async () => {
    const server = documentServer();
    await draw();
    const [red, green, blue] = [
      await photoOf('red.png', 'red'),
      await photoOf('green.png', 'green'),
      await photoOf('blue.png', 'blue'),
    ];
    await choose(red, green, blue);
    await expect.poll(names).toEqual(['red.png', 'green.png', 'blue.png']);
    expect(server.asked().filter((call) => !call.startsWith('GET'))).toEqual([]);

    const ends = ['Move page 1 up', 'Move page 3 down'].map((name) => dialog().getByRole('button', { name }));
    for (const end of ends) await expect.element(end).toHaveAttribute('aria-disabled', 'true');
    await press('Move page 3 up');
    await expect.poll(names).toEqual(['red.png', 'blue.png', 'green.png']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move page 2 up');
    await expect.element(dialog().getByText('Page 3 is now page 2.', { exact: true })).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(['blue.png', 'red.png', 'green.png']);
    await userEvent.keyboard('{Enter}');
    expect(names()).toEqual(['blue.png', 'red.png', 'green.png']);
    await press('Remove page 2');
    await expect.poll(names).toEqual(['blue.png', 'green.png']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove page 2');
    const chooser = document.querySelector('dialog input[type=file]');
    if (!chooser) throw new Error('Nothing can be added.');
    await userEvent.upload(chooser, [red]);
    await expect.poll(names).toEqual(['blue.png', 'green.png', 'red.png']);
    await userEvent.upload(chooser, [fileOf('record.pdf')]);
    await expect
      .element(
        dialog()
          .getByRole('alert')
          .getByText(/^Only photos can be pages here/),
      )
      .toBeVisible();
    await expect.element(dialog().getByText('1 page was added.')).toBeInTheDocument();

    await press('Upload 3 pages');
    await eventually(() => expect(server.count(`POST ${STATUS}`)).toBe(1));
    expect(await sentPhotos()).toEqual(await Promise.all([blue, green, red].map(bytesOf)));
    expect(dialog().query()).toBeNull();
  });

  test('are not sent when the dialog is closed, or its pages change, while they are being joined', async () => {
    const server = documentServer();
    await draw();
    const red = await photoOf('red.png', 'red');
    const { promise: opened, resolve: open } = Promise.withResolvers<ArrayBuffer>();
    const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValue(opened);
    const photos = [red, await photoOf('blue.png', 'blue')] as const;
    await choose(...photos);
    await press('Upload 2 pages');
    await press('Remove page 1');
    await press('Upload 1 page');
    await eventually(() => expect(reading).toHaveBeenCalledTimes(2));
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(dialog().query()).toBeNull());
    open(await new Response(red).arrayBuffer());
    // The joined file would be sent at once.
    await expect.element(page.getByRole('button', { name: 'Cancel upload' })).not.toBeInTheDocument();
    await inputIsThere();
    expect(server.asked().filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  test('are put in order by dragging', async () => {
    documentServer();
    await draw();
    await choose(
      await photoOf('red.png', 'red'),
      await photoOf('green.png', 'green'),
      await photoOf('blue.png', 'blue'),
    );
    await expect.poll(names).toEqual(['red.png', 'green.png', 'blue.png']);
    const [first, , third] = dialog().getByRole('listitem').elements();
    const handle = first?.firstElementChild;
    const target = third?.getBoundingClientRect();
    if (!handle || !target) throw new Error('There are no pages.');
    const at = { bubbles: true, button: 0, clientX: target.left + 5, clientY: target.top + target.height / 2 };
    handle.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientY: 0 }));
    await eventually(() => expect(document.querySelector('[data-dragged]')).not.toBeNull());
    window.dispatchEvent(new PointerEvent('pointermove', at));
    await expect.poll(names).toEqual(['green.png', 'blue.png', 'red.png']);
    window.dispatchEvent(new PointerEvent('pointerup', at));
    await eventually(() => expect(document.querySelector('[data-dragged]')).toBeNull());
  });

  test('one photo is uploaded at once, and more can be added to it afterwards', async () => {
    const server = documentServer();
    await draw();
    const red = await photoOf('red.png', 'red');
    await choose(red);
    await eventually(() => expect(server.count(`POST ${STATUS}`)).toBe(1));
    expect(dialog().query()).toBeNull();
    attached(server);
    const more = page.getByRole('button', { name: 'Add more pages' });
    await expect.element(more).toBeVisible();
    await more.click();
    await expect.poll(names).toEqual(['red.png']);
    await press('Cancel');
    await eventually(() => expect(document.activeElement).toBe(more.element()));
    expect(page.getByText('delete this photo and choose all', { exact: false }).query()).toBeNull();
  });

  test.each([
    ['red.png', true],
    ['record.pdf', false],
  ])('after a reload, %s says how to add pages: %s', async (file_name, isTold) => {
    const server = documentServer();
    attached(server);
    server.kept.list = { [KEY]: { file_name, file_size: 348_160 } };
    await draw({ [KEY]: 'ANSWERED' });
    await expect.element(page.getByText(file_name)).toBeVisible();
    await expect.element(page.getByRole('button', { name: `Delete ${file_name}` })).toBeVisible();
    const hint = page.getByText('If there are more pages, delete this photo and choose all of them together.');
    expect(hint.query() !== null).toBe(isTold);
  });

  test('other files are accepted one at a time, and photos up to the limit of one document', async () => {
    documentServer();
    await draw();
    const photos = await Promise.all(Array.from({ length: 7 }, (_, index) => photoOf(`p${index}.png`, 'red')));
    await choose(fileOf('record.pdf'), ...photos.slice(0, 1));
    await eventually(() => expect(errorOf()).toMatch(/^Please choose just one file/));
    await choose(...photos);
    await expect.poll(() => dialog().getByRole('alert').query()?.textContent).toContain('up to 6 photos');
    await expect.element(dialog().getByRole('button', { name: 'Upload 7 pages' })).toBeDisabled();
    await press('Remove page 7');
    await expect.element(dialog().getByRole('button', { name: 'Upload 6 pages' })).toBeEnabled();
    expect(dialog().getByRole('alert').query()).toBeNull();
    // The list is full: the button says so, and keeps the focus.
    const adder = dialog().getByRole('button', { name: 'Add photos' }).element();
    if (adder instanceof HTMLElement) adder.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => dialog().getByRole('alert').query()?.textContent).toContain('up to 6 photos');
    expect(document.activeElement).toBe(adder);
  });

  test('nothing of the dialog scrolls sideways at 320 px with text of 200 %', async () => {
    documentServer();
    await page.viewport(320, 640);
    document.documentElement.style.fontSize = '200%';
    try {
      await draw();
      await choose(await photoOf('red.png', 'red'), await photoOf('green.png', 'green'));
      await expect.poll(names).toEqual(['red.png', 'green.png']);
      const element = dialog().element();
      await expect.poll(() => element.querySelectorAll('canvas').length).toBe(2);
      const { right } = element.getBoundingClientRect();
      const outside = [...element.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > right);
      expect(outside.map((part) => part.textContent)).toEqual([]);
      expect(element.scrollWidth).toBe(element.clientWidth);
    } finally {
      document.documentElement.style.fontSize = '';
      await page.viewport(414, 896);
    }
  });
});

describe('photos that are too large together', () => {
  test('are made smaller until they fit; one that is small stays as it is', async () => {
    const [large, small] = [
      await photoOf('large.png', 'noise', { width: 1_400, height: 1_000 }),
      await photoOf('small.png', 'red'),
    ];
    expect(large.size).toBeGreaterThan(MAX_FILE_BYTES);
    const file = await joinPhotoFiles([large, small, large]);
    expect(file.size).toBeLessThanOrEqual(MAX_FILE_BYTES);
    expect(file.name).toBe('large.pdf');
    const [first, second, third] = splitPhotos(await bytesOf(file)) ?? [];
    expect(second).toEqual(await bytesOf(small));
    expect([first?.[0], third?.[0]]).toEqual([0xff, 0xff]);
    expect(joinPhotos([first ?? second ?? new Uint8Array()]).length).toBeGreaterThan(100_000);
  });

  test('become JPEG where the server refuses their kind, however small they are', async () => {
    const photo = await photoOf('chat.webp', 'red', { type: 'image/webp' });
    expect(photo.type).toBe('image/webp');
    const [page] = splitPhotos(await bytesOf(await joinPhotoFiles([photo]))) ?? [];
    expect(page?.slice(0, 2)).toEqual(Uint8Array.of(0xff, 0xd8));
  });

  test('are named by their page when this browser cannot open them', async () => {
    const photos = [await photoOf('red.png', 'red'), fileOf('IMG_2.HEIC', MAX_FILE_BYTES, 'image/heic')];
    await expect(joinPhotoFiles(photos)).rejects.toThrow(PhotoProblem);
    await expect(joinPhotoFiles(photos)).rejects.toMatchObject({ problem: { id: 'cannotRead', values: { page: 2 } } });
  });
});
