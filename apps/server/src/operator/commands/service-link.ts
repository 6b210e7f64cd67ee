import { defineCommand } from '../command.ts';
import { NAME_APPLICATION, readWholeNumber, requireValue } from '../read-options.ts';

export const serviceLink = defineCommand({
  usage: 'service-link --application EMAIL|ID [--minutes N]',
  about: `A link to the read-only view of one application, for staff; its use is audited.
It lasts 15 minutes unless --minutes (1 to 1440) says otherwise.`,
  read: (line) => ({
    application: requireValue(line, 'application', NAME_APPLICATION),
    minutes: readWholeNumber(line, 'minutes', 15, 24 * 60),
  }),
  run: async ({ application, minutes }, { withDatabase }) => {
    const links = await import('../links.ts');
    return withDatabase((deps) => links.serviceLink(deps, application, minutes));
  },
});
