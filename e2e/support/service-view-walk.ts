import { expect, type Page } from '@playwright/test';

export const isDrawn = (view: Page) => expect(view.locator('html')).toHaveAttribute('data-ready', 'true');
