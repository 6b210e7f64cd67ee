import type { Page } from '@playwright/test';

/** Lets the next call to a path reach the server, and loses the response, with its cookies, on the way back. */
export async function loseResponse(page: Page, path: string): Promise<void> {
  const context = page.context();
  await page.route(
    `**${path}`,
    async (route) => {
      const kept = await context.cookies();
      await route.fetch();
      await context.clearCookies();
      await context.addCookies(kept);
      await route.abort();
    },
    { times: 1 },
  );
}

/** What a page says then. */
export const NO_RESPONSE = "We didn't hear back from the application. Please check your connection and try again.";
