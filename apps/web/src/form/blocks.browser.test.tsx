import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm } from './draw-form.testing.tsx';

test.each(['', 'permanent_', 'parent_', 'parent_2_', 'guardian_'])(
  '[WIDGET-06, DATA-10] the address block %s has its six inputs, the second labeled Apt. #',
  async (prefix) => {
    await drawForm({
      answers: {
        mailing_addr_same_as_perm_addr: 'no',
        parent_addr_same_as_stu_perm: 'no',
        parent_2_addr_same_as_stu_perm: 'no',
        guardian_addr_same_as_stu_perm: 'no',
      },
    });
    const parts = ['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'];
    const blocks = parts.map((part) => control(`${prefix}${part}`).closest('fieldset'));
    expect(new Set(blocks).size).toBe(1);
    const label = document.querySelector(`label[for="${prefix}address_line_2"]`);
    expect(label?.textContent).toBe('Apt. #');
  },
);

test.each(['hs_', 'college_'])(
  '[WIDGET-07] the school block %s has a name to search by and its other parts',
  async (prefix) => {
    await drawForm({ page: 'education', answers: { college_courses_toggle: 'yes', [`${prefix}ceeb`]: '1060' } });
    const parts = ['name', 'address_line_1', 'city', 'state', 'zip', 'ceeb', 'country'];
    const blocks = parts.map((part) => control(`${prefix}${part}`).closest('fieldset, section'));
    expect(new Set(blocks).size).toBe(1);
    control(`${prefix}name`).focus();
    await expect.element(page.elementLocator(control(`${prefix}name`))).toHaveAttribute('type', 'text');
  },
);

test("[WIDGET-08] the school's address can be edited by an applicant and is plain text in the service view", async () => {
  const answers = { hs_name: 'Sampleton High School', hs_address_line_1: '1 Sample Street' };
  const drawn = await drawForm({ page: 'education', answers });
  await userEvent.clear(control('hs_address_line_1'));
  await userEvent.type(control('hs_address_line_1'), '2 Sample Street');
  expect(drawn.answers().hs_address_line_1).toBe('2 Sample Street');
  await drawn.redraw({ isRead: true });
  expect(document.getElementById('hs_address_line_1')).toBeNull();
  await expect.element(page.getByText('2 Sample Street')).toBeVisible();
});
