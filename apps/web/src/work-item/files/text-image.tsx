import { useRef, useState } from 'preact/hooks';
import type { AttachmentAddress } from '../../parts/attachment-address.js';
import { Button, LinkButton } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import type { ItemPlace } from '../work-item.js';
import { attachmentPath } from './attachments.js';
import { useImage, useNear, useObjectAddress } from './images.js';
import styles from './text-image.module.css';

/** Pixels of an image in a text. One of which the size is not known is fit into a box, so that nothing moves when it comes. */
const HIGHEST = 480;
const UNKNOWN = { width: 320, height: 200 } as const;
/** A lower one stands in its line, as a sign does. */
const LOWEST_OF_ITS_OWN = 32;

function boxOf({ size = UNKNOWN }: Pick<AttachmentAddress, 'size'>) {
  const scale = Math.min(1, HIGHEST / size.height);
  return { width: `${Math.max(24, Math.round(size.width * scale))}px`, aspectRatio: `${size.width} / ${size.height}` };
}

interface TextImageProps {
  readonly place: ItemPlace;
  readonly address: AttachmentAddress;
  readonly alt: string;
}

/** An attachment of the Work Item as an image in its text. It is read when it comes near, and opens large. */
export function TextImage({ place, address: { id, size }, alt }: TextImageProps) {
  const box = useRef<HTMLSpanElement>(null);
  const { address, problem } = useImage(place, id, useNear(box) && !id.startsWith('new-'));
  const [isOpen, setOpen] = useState(false);
  const name = alt === '' ? 'Image' : alt;
  const href = attachmentPath(place, id);
  if (id.startsWith('new-')) return <MissingImage name={name}>is not attached</MissingImage>;
  return (
    <span
      ref={box}
      class={styles.box}
      data-in-line={size !== undefined && size.height < LOWEST_OF_ITS_OWN ? true : undefined}
      style={boxOf({ size })}
      aria-busy={!address && !problem}
    >
      {address !== undefined && (
        <button
          type="button"
          title="Show it large"
          onClick={() => {
            setOpen(true);
          }}
        >
          <img src={address} alt={name} />
        </button>
      )}
      {problem === 'gone' && <span class={styles.missing}>{name} is not attached any more</span>}
      {(problem === 'other' || problem === 'unread') && (
        <a class={styles.missing} href={href} download>
          {name}
        </a>
      )}
      {isOpen && address !== undefined && (
        <LargeImage
          name={name}
          address={address}
          href={href}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </span>
  );
}

/** A file that is not attached yet, as an image. */
export function FileImage({ file, alt }: { readonly file: File | undefined; readonly alt: string }) {
  const address = useObjectAddress(file);
  if (!file) return <MissingImage name={alt}>is not attached</MissingImage>;
  return (
    <span class={styles.box} style={boxOf({})}>
      {address !== undefined && <img src={address} alt={alt} />}
    </span>
  );
}

const MissingImage = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <span class={styles.note}>
    {name} {children}
  </span>
);

interface LargeImageProps {
  readonly name: string;
  readonly address: string;
  readonly href: string;
  readonly onClose: () => void;
}

/** The image as large as the window, or in its own size. */
function LargeImage({ name, address, href, onClose }: LargeImageProps) {
  const [isWhole, setWhole] = useState(true);
  return (
    // The text around it has keys of its own.
    <span
      onKeyDown={(event) => {
        event.stopPropagation();
      }}
    >
      <Dialog title={name} place="image" onClose={onClose}>
        <div class={styles.large} data-whole={isWhole || undefined} tabIndex={0} role="group" aria-label={name}>
          <img src={address} alt={name} />
        </div>
        <div class={styles.choices}>
          <Button
            aria-pressed={!isWhole}
            onClick={() => {
              setWhole(!isWhole);
            }}
          >
            Actual size
          </Button>
          <LinkButton href={href} download={name}>
            Download
          </LinkButton>
        </div>
      </Dialog>
    </span>
  );
}
