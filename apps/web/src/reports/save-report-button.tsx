import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { SaveReportDialog } from './saved-report-dialog.js';
import type { SprintUnit } from './sprint-sections.js';

interface SaveReportButtonProps extends ProjectPlace {
  /** `undefined` while it is being read. */
  readonly sprint: { readonly id: string; readonly name: string } | undefined;
  readonly unit: SprintUnit;
}

/** Saves the Sprint report on the screen under a name. */
export function SaveReportButton({ organization, project, sprint, unit }: SaveReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        disabled={!sprint}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon name="bookmark" /> Save
      </Button>
      {isOpen && sprint && (
        <SaveReportDialog
          place={{ organization, project }}
          sprint={sprint}
          unit={unit}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
