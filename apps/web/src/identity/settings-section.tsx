import type { ComponentChildren } from 'preact';
import { Card, Section } from '../parts/section.js';
import styles from './settings.module.css';

interface SettingsSectionProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the settings: heading, explanation, and a card with what can be changed. */
export const SettingsSection = ({ title, lead, actions, children }: SettingsSectionProps) => (
  <Section title={title} actions={actions} bare>
    {lead !== undefined && <p class={styles.lead}>{lead}</p>}
    <Card>{children}</Card>
  </Section>
);
