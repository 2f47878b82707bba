import { useLocation } from 'preact-iso';
import { homeOrganization, session, type Membership } from '../api/session.js';

const OF_ORGANIZATIONS = new Set(['search', 'people', 'settings']);

/** The Organization and the Project that the address names; without one, the Organization to begin with. */
export function usePlace(): { readonly organization: Membership | undefined; readonly project: string | undefined } {
  const { path } = useLocation();
  const [, area, slug, second, third] = path.split('/');
  const named = area === 'o' ? session.value?.organizations.find((one) => one.slug === slug) : undefined;
  const project = second === 'items' ? third?.split('-')[0] : second;
  return {
    organization: named ?? homeOrganization.value,
    project: named && !OF_ORGANIZATIONS.has(second ?? '') ? project?.toUpperCase() : undefined,
  };
}
