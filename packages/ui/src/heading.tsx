import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';

/** The level of the next heading: sections of a page have level 2, below its h1. */
const HeadingLevelContext = createContext<2 | 3 | 4>(2);

export function useHeadingLevel(): 2 | 3 | 4 {
  return useContext(HeadingLevelContext);
}

/** Makes the headings inside one level deeper, unless isHeaded is false. */
export function Deeper({ isHeaded = true, children }: { readonly isHeaded?: boolean; readonly children: ReactNode }) {
  const level = useHeadingLevel();
  const below = level === 2 ? 3 : 4;
  return <HeadingLevelContext value={isHeaded ? below : level}>{children}</HeadingLevelContext>;
}

/** A heading of the current level. */
export function Heading(props: ComponentProps<'h2'>) {
  const Tag = `h${useHeadingLevel()}` as const;
  return <Tag {...props} />;
}
