/** The part of a picture that becomes the avatar. */
export interface Crop {
  /** How many times the part is smaller than the largest square of the picture; 1 to 4. */
  readonly zoom: number;
  /** Where the part is in the picture, from 0 (left, top) to 1 (right, bottom). */
  readonly across: number;
  readonly down: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const MIDDLE: Crop = { zoom: 1, across: 0.5, down: 0.5 };
export const MOST_ZOOM = 4;

const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** Returns the square of a picture, in its pixels. */
export function squareOf(
  picture: Size,
  crop: Crop,
): { readonly left: number; readonly top: number; readonly side: number } {
  const side = sideOf(picture, crop);
  return { left: crop.across * (picture.width - side), top: crop.down * (picture.height - side), side };
}

/** Moves the picture below the square by parts of the square's side, as far as the picture goes. */
export function dragged(picture: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(picture, crop);
  const moved = (place: number, free: number, by: number) =>
    free <= 0 ? place : Math.min(1, Math.max(0, place - (by * side) / free));
  return {
    ...crop,
    across: moved(crop.across, picture.width - side, right),
    down: moved(crop.down, picture.height - side, down),
  };
}
