import { FormPage } from './form-page.tsx';

export function FinalStepsPage() {
  return <FormPage page="final-steps" previous="education" />;
}
