import { FormPage } from './form-page.tsx';

export function EducationPage() {
  return <FormPage page="education" previous="about" next="final-steps" />;
}
