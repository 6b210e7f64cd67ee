import { type ComponentProps, createContext, useContext } from 'react';

/** How deep the next heading is: sections of a page have level 2, below its h1. */
const HeadingLevelContext = createContext<2 | 3 | 4>(2);

export function useHeadingLevel(): 2 | 3 | 4 {
  return useContext(HeadingLevelContext);
}

/** Everything below a heading gets headings one level deeper; where there was none, they stay. */
export function Deeper({
  isHeaded = true,
  children,
}: Pick<ComponentProps<'div'>, 'children'> & { readonly isHeaded?: boolean }) {
  const level = useHeadingLevel();
  const below = level === 2 ? 3 : 4;
  return <HeadingLevelContext value={isHeaded ? below : level}>{children}</HeadingLevelContext>;
}

/** A heading of the level that its place in the form asks for. */
export function Heading(props: ComponentProps<'h2'>) {
  const Tag = `h${useHeadingLevel()}` as const;
  return <Tag {...props} />;
}
