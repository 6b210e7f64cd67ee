import { FormPage } from './form-page.tsx';

export function AboutPage() {
  return <FormPage page="about" next="education" />;
}
