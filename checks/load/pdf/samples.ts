import type { Answers, Form } from '@firstyear/form-engine';
import { completeAnswers, longestAnswers, minimalAnswers } from '@firstyear/freshman/testing';

/** An application to print. */
export interface Sample {
  readonly answers: Answers;
  readonly tabs?: Readonly<Record<string, string>>;
  readonly addAnother?: Readonly<Record<string, number>>;
  readonly isSubmitted?: boolean;
}

/** The maximum number of components of every repeater. */
const everyComponent = (form: Form) =>
  Object.fromEntries([...form.repeaters].map(([id, { maxNumberOfComponents }]) => [id, maxNumberOfComponents]));

/** Applications of invented people that test the layout of printed pages. */
export function samples(form: Form) {
  const addAnother = everyComponent(form);
  return {
    empty: { answers: {} },
    sparse: { answers: minimalAnswers(form), isSubmitted: true },
    full: { answers: completeAnswers(form), isSubmitted: true },
    extreme: { answers: longestAnswers(form), addAnother, tabs: { hs_record: 'upload' }, isSubmitted: true },
    'right-to-left': {
      answers: completeAnswers(form, {
        first_name: 'ليلى',
        middle_name: 'نور',
        last_name: 'التجريبية',
        preferred_name: 'לילה',
        address_line_1: 'شارع المثال ١٢، شقة 3B',
        city: 'مدينة العينة',
        hs_name: 'מדרסת «הדוגמה» (2)',
        conviction_comment: 'هذا لم يحدث قط: الشخص مخترع.\nThis never happened.\nזה מעולם לא קרה (0).',
      }),
      addAnother,
    },
    scripts: {
      answers: completeAnswers(form, {
        first_name: '小明',
        last_name: '王测试',
        preferred_name: '샘플 さくら',
        middle_name: 'Nguyễn Đặng',
        address_line_1: '東京都見本区一丁目２番地',
        city: 'กรุงเทพตัวอย่าง',
        parent_first_name: 'अनीता',
        parent_last_name: 'নমুনা',
        parent_2_first_name: 'Ժանեթ',
        parent_2_last_name: 'ნიმუში',
        guardian_first_name: 'Ωμέγα',
        guardian_last_name: 'Жукова-Ґалаґан',
        hs_name: 'École “Ñandú” 🎓 ትምህርት ቤት',
        conviction_comment: '🙂👩🏽‍🎓🇺🇸 நன்றி ಮಾದರಿ ఉదాహరణ മാതൃക ស្វែងរក မြန်မာ བོད་ ⵜⵉⴼⵉⵏⴰⵖ 𝒜 𠮷 ﷺ',
      }),
      isSubmitted: true,
    },
  } satisfies Readonly<Record<string, Sample>>;
}
