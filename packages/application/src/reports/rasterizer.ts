/** Turns drawings into pictures. */
export abstract class Rasterizer {
  /**
   * Returns the PNG of a drawing.
   * @param svg an SVG document with its own width and height
   * @param scale pixels of the picture for each pixel of the drawing, 1 to 3
   */
  abstract pngOf(svg: string, scale: number): Promise<Buffer>;
}
