import type { ComponentChildren, KeyboardEventHandler, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';
import { Grip, SHEET, isPhone, useSheet } from './sheet.js';
import styles from './menu.module.css';

export interface MenuItem {
  readonly id: string;
  readonly name: string;
  readonly icon?: IconName;
  readonly before?: ComponentChildren;
  /** Shown with a mark: the one of several that holds now. */
  readonly isChecked?: boolean;
  readonly href?: string;
  readonly onChoose?: () => void;
  /** Begins a new part of the menu; a text is its title. */
  readonly section?: string | true;
}

interface TriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onKeyDown: KeyboardEventHandler<HTMLButtonElement>;
}

interface MenuProps {
  readonly label: string;
  /** The items. On pages with many menus it is a function, which is called when the menu opens. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  readonly trigger: (props: TriggerProps) => ComponentChildren;
}

/** A button with a menu, which is a sheet on a phone: arrows, Home, End and letters move in it, Escape gives the focus back. */
export function Menu({ label, items, trigger }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<'first' | 'last' | undefined>();
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== undefined,
        'aria-controls': opened === undefined ? undefined : id,
        onClick: () => {
          setOpened(opened === undefined ? 'first' : undefined);
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {opened && (
        <OpenMenu
          id={id}
          label={label}
          items={typeof items === 'function' ? items() : items}
          button={button}
          begin={opened}
          onClose={() => {
            setOpened(undefined);
          }}
        />
      )}
    </>
  );
}

/** A small button with three dots and a menu of what can be done with one thing: the label names both. */
export const MoreMenu = ({ label, items }: Pick<MenuProps, 'label' | 'items'>) => (
  <Menu
    label={label}
    items={items}
    trigger={(trigger) => (
      <button type="button" class={styles.more} aria-label={label} title={label} {...trigger}>
        <Icon name="ellipsis" />
      </button>
    )}
  />
);

interface OpenMenuProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly begin: 'first' | 'last';
  readonly onClose: () => void;
}

function OpenMenu({ id, label, items, button, begin, onClose }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element || !button.current) return;
    element.showPopover();
    const isSheet = isPhone();
    if (!isSheet) place(element, button.current);
    entries()
      .at(begin === 'first' ? 0 : -1)
      ?.focus();
    const onOutside = (event: Event) => {
      const { target } = event;
      if (!(target instanceof Node) || element.contains(target)) return;
      // A tap next to a sheet closes it, and does nothing to what is below.
      if (isSheet) event.stopPropagation();
      if (isSheet) event.preventDefault();
      if (isSheet) close();
      else if (!button.current?.contains(target)) onClose();
    };
    const press = isSheet ? 'click' : 'pointerdown';
    addEventListener(press, onOutside, true);
    // The keyboard of a phone, which closes now, changes the size too.
    if (!isSheet) addEventListener('resize', onClose);
    return () => {
      removeEventListener(press, onOutside, true);
      removeEventListener('resize', onClose);
    };
  }, []);

  const close = () => {
    onClose();
    button.current?.focus();
  };
  useSheet(menu, close);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = (): HTMLElement | undefined => {
      if (event.key === 'ArrowDown') return all[(at + 1) % all.length];
      if (event.key === 'ArrowUp') return all.at(at - 1);
      if (event.key === 'Home') return all[0];
      if (event.key === 'End') return all.at(-1);
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return undefined;
      const after = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      return after.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()));
    };
    if (event.key === 'Tab') onClose();
    else if (event.key === 'Escape') close();
    else if (event.key === ' ') all[at]?.click();
    else next()?.focus();
    if (['Enter', 'Tab'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class={`${styles.menu} ${SHEET}`}
      id={id}
      popover="manual"
      role="menu"
      aria-label={label}
      ref={menu}
      onKeyDown={onKeyDown}
    >
      <Grip />
      {items.map((item) => (
        <>
          {item.section === true && <div class={styles.separator} role="separator" />}
          {typeof item.section === 'string' && (
            <div class={styles.title} role="presentation">
              {item.section}
            </div>
          )}
          <Entry key={item.id} item={item} close={close} />
        </>
      ))}
    </div>
  );
}

function Entry({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const { name, icon, before, isChecked, href, onChoose } = item;
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {before}
      <span>{name}</span>
      {isChecked && <Icon name="check" />}
    </>
  );
  const shared = {
    class: styles.item,
    tabIndex: -1,
    onClick: () => {
      close();
      onChoose?.();
    },
  };
  if (href !== undefined) {
    return (
      <a {...shared} role="menuitem" href={href} aria-current={isChecked ? 'true' : undefined}>
        {inside}
      </a>
    );
  }
  const meaning =
    isChecked === undefined
      ? { role: 'menuitem' as const }
      : { role: 'menuitemradio' as const, 'aria-checked': isChecked };
  return (
    <button {...shared} {...meaning} type="button">
      {inside}
    </button>
  );
}

const GAP = 4;
const EDGE = 8;

/** Below the button, or above it where there is more room; always inside the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = at.bottom + GAP;
  const fitsBelow = below + height <= innerHeight - EDGE;
  const top = fitsBelow ? below : Math.max(EDGE, at.top - GAP - height);
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE))}px`;
}
