import { usePartner } from '../partner-context.tsx';

/** The partner's logo, if it has one. Beside its name, which says the same in words. */
export function PartnerLogo({ className }: { readonly className?: string | undefined }) {
  const { logo } = usePartner();
  if (!logo) return null;
  return <img className={className} src={`/${logo.file}`} width={logo.width} height={logo.height} alt="" />;
}
