// Downloads and uploads of files.

/** Lets the user save a text or bytes as a file. */
export function save(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Decodes base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Reads a file as text if it is valid UTF-8, otherwise as base64. */
export async function read(file: Blob): Promise<{ content: string; binary: boolean }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return {
      content: new TextDecoder('utf-8', { fatal: true }).decode(bytes),
      binary: bytes.includes(0) ? fail() : false,
    };
  } catch {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { content: btoa(text), binary: true };
  }
}

function fail(): never {
  throw new Error('not text');
}

/** Larger files, in bytes, are imported whole instead of showing their games. */
export const WHOLE = 1_500_000;

/** Converts an SVG picture to PNG. */
export async function png(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  );
}
