/** Pictures that browsers can open, also of types that can't be uploaded unchanged. */
const PICTURE = /\.(png|jpe?g|webp|gif|bmp|avif|hei[cf])$/i;

export const isPictureName = (name: string) => PICTURE.test(name);

export function isPicture(file: File): boolean {
  return file.type.startsWith('image/') || isPictureName(file.name);
}

/** Opens the camera where a device has one; elsewhere the browser asks for a file. */
export function takePhoto(onPhoto: (photo: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.capture = 'environment';
  input.addEventListener('change', () => {
    const photo = input.files?.[0];
    if (photo) onPhoto(photo);
  });
  input.click();
}
