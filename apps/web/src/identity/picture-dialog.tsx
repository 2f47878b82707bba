import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { MIDDLE, MOST_ZOOM, dragged, squareOf, type Crop } from './picture-crop.js';
import styles from './picture.module.css';

/** Width and height of the picture that is sent: twice those of the avatar, for sharp screens. */
const SIDE = 512;

interface PictureDialogProps {
  readonly picture: ImageBitmap;
  readonly error: string | undefined;
  readonly isSending: boolean;
  readonly onSave: (part: Blob) => void;
  readonly onClose: () => void;
}

/** Asks which part of a picture to keep: it is dragged by mouse or finger, and every control works by the keyboard. */
export function PictureDialog({ picture, error, isSending, onSave, onClose }: PictureDialogProps) {
  const [crop, setCrop] = useState<Crop>(MIDDLE);
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    const { left, top, side } = squareOf(picture, crop);
    context?.clearRect(0, 0, SIDE, SIDE);
    context?.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  }, [picture, crop]);

  const drag = (event: PointerEvent) => {
    const { current: element } = canvas;
    if (!from.current || !element) return;
    const { width } = element.getBoundingClientRect();
    const [right, down] = [event.clientX - from.current.x, event.clientY - from.current.y];
    from.current = { x: event.clientX, y: event.clientY };
    setCrop((before) => dragged(picture, before, right / width, down / width));
  };
  const drop = () => {
    from.current = null;
  };
  const save = () => {
    if (isSending) return;
    canvas.current?.toBlob((part) => {
      if (part) onSave(part);
    }, 'image/png');
  };

  return (
    <Dialog title="Choose the part to show" onClose={onClose}>
      <div class={styles.crop}>
        <canvas
          ref={canvas}
          class={styles.canvas}
          width={SIDE}
          height={SIDE}
          role="img"
          aria-label="The part of the picture that others see"
          onPointerDown={(event) => {
            canvas.current?.setPointerCapture(event.pointerId);
            from.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={drag}
          onPointerUp={drop}
          onPointerCancel={drop}
        />
        <p class={styles.hint}>Drag the picture, or use the controls.</p>
        <Slider
          label="Size"
          least={1}
          most={MOST_ZOOM}
          value={crop.zoom}
          onValue={(zoom) => {
            setCrop({ ...crop, zoom });
          }}
        />
        <Slider
          label="Left or right"
          least={0}
          most={1}
          value={crop.across}
          onValue={(across) => {
            setCrop({ ...crop, across });
          }}
        />
        <Slider
          label="Up or down"
          least={0}
          most={1}
          value={crop.down}
          onValue={(down) => {
            setCrop({ ...crop, down });
          }}
        />
        {error !== undefined && (
          <p class={styles.error} role="alert">
            {error}
          </p>
        )}
        <div class={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" aria-disabled={isSending} onClick={save}>
            {isSending ? 'Saving …' : 'Save picture'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface SliderProps {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  readonly onValue: (value: number) => void;
}

function Slider({ label, least, most, value, onValue }: SliderProps) {
  const id = useId();
  return (
    <div class={styles.slider}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={(most - least) / 50}
        value={value}
        onInput={(event) => {
          onValue(event.currentTarget.valueAsNumber);
        }}
      />
    </div>
  );
}
