import type { ComponentType } from 'preact';
import type { Membership } from '../api/session.js';
import type { Choice } from '../parts/picker.js';

export interface Screen {
  /** The path, with `:name` for a parameter, which `useRoute().params` has. */
  readonly path: string;
  readonly screen: ComponentType;
  /** True for a screen without the frame, which people see who are not signed in, too. Its path has no parameters. */
  readonly isPublic?: boolean;
}

/** An entry of the palette. */
export interface PaletteAction extends Choice {
  readonly run: () => void;
}

/** The place and the text for which the palette asks for entries. */
export interface PaletteQuestion {
  readonly organization: Membership | undefined;
  readonly project: string | undefined;
  /** The Organization whose Work Items and people can be looked for. */
  readonly searched: string | undefined;
  readonly typed: string;
  readonly go: (url: string) => void;
}

/** Entries of the palette, which can still be those of a former text. */
export interface PaletteEntries {
  readonly actions: readonly PaletteAction[];
  readonly isReading?: boolean;
}

/** A hook that returns entries of the palette. */
export type PaletteSource = (question: PaletteQuestion) => PaletteEntries;

/** Everything that the folders of screens bring to the shell, which imports none of them, in the order in which it is shown. */
export interface Contents {
  /** Shown in the place of every other screen while nobody is signed in. */
  readonly signIn: ComponentType;
  /** The first one whose path matches is shown. */
  readonly screens: readonly Screen[];
  /** Parts of all screens that are not seen until a key or a command opens them. */
  readonly everywhere: readonly ComponentType[];
  /** The bar at the bottom of a phone. */
  readonly bottomBar: ComponentType;
  /** Parts of the sidebar for the Organization that is shown. */
  readonly sidebar: readonly ComponentType<{ readonly organization: string }>[];
  /** Loads the hooks that return entries of the palette. */
  readonly palette: () => Promise<readonly PaletteSource[]>;
  /** Addresses that the palette offers everywhere. */
  readonly links: readonly { readonly name: string; readonly href: string }[];
}
