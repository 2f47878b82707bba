import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { auditTrail } from './baseline/audit.js';
import { CREDENTIALS } from './baseline/credentials.js';
import { GUARDS } from './baseline/guards.js';
import { HISTORY } from './baseline/history.js';
import { INSTALLATION } from './baseline/installation.js';
import { ON_WORK_ITEMS } from './baseline/on-work-items.js';
import { PEOPLE } from './baseline/people.js';
import { PROJECTS } from './baseline/projects.js';
import { SPRINT_REPORTS } from './baseline/sprint-reports.js';
import { WORK_ITEMS } from './baseline/work-items.js';

/** The schema of the first release. `migrate` gives the roles their privileges, and the tables their policies. */
export class Baseline1798070404000 implements MigrationInterface {
  readonly name = '0001-baseline-1798070404000';

  async up(runner: QueryRunner): Promise<void> {
    const [found] = (await runner.query('select current_schema() as schema')) as { readonly schema: string }[];
    const trail = auditTrail(escapeIdentifier(found?.schema ?? 'public'));
    const subjects = [GUARDS, PEOPLE, CREDENTIALS, PROJECTS, WORK_ITEMS, ON_WORK_ITEMS, SPRINT_REPORTS, HISTORY, trail];
    for (const subject of [...subjects, INSTALLATION]) await runner.query(subject);
    await runner.query(`insert into server_secrets (name, value) values ('cursor-key', $1)`, [randomBytes(32)]);
  }

  /** There is no way back that keeps the data. */
  down(): Promise<void> {
    return Promise.reject(new Error('The first migration cannot be undone; drop the database instead.'));
  }
}
