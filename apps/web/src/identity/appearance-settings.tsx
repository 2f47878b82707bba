import { Icon, type IconName } from '../parts/icon.js';
import { Switch } from '../parts/switch.js';
import { THEMES, singleKeys, theme, type Theme } from '../shell/preferences.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';

const NAMES: Readonly<Record<Theme, { readonly name: string; readonly icon: IconName }>> = {
  auto: { name: 'Follow system', icon: 'monitor' },
  light: { name: 'Light', icon: 'sun' },
  dark: { name: 'Dark', icon: 'moon' },
};

/** The preferences that this browser keeps. */
export function AppearanceSettings() {
  return (
    <>
      <SettingsSection title="Theme" lead="For this browser.">
        <fieldset class={styles.themes}>
          <legend class="visually-hidden">Theme</legend>
          {THEMES.map((value) => (
            <label key={value} class={styles.theme}>
              <input
                type="radio"
                name="theme"
                checked={theme.value === value}
                onChange={() => {
                  theme.value = value;
                }}
              />
              <Icon name={NAMES[value].icon} />
              {NAMES[value].name}
            </label>
          ))}
        </fieldset>
      </SettingsSection>
      <SettingsSection
        title="Keys"
        lead="For this browser. Switch them off when you use speech input, or press keys by accident. Keys with Ctrl or Command keep working."
      >
        <div class={styles.row}>
          <Switch
            isOn={singleKeys.value === 'on'}
            onChange={(isOn) => {
              singleKeys.value = isOn ? 'on' : 'off';
            }}
          >
            Shortcuts of a single key
          </Switch>
        </div>
      </SettingsSection>
    </>
  );
}
