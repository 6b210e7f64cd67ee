import { type ComponentProps, createContext, useContext } from 'react';

/** How deep the next heading is: sections of a page have level 2, below its h1. */
const HeadingLevelContext = createContext<2 | 3 | 4>(2);

export function useHeadingLevel(): 2 | 3 | 4 {
  return useContext(HeadingLevelContext);
}

/** Everything below gets headings one level deeper. */
export function Deeper({ children }: Pick<ComponentProps<'div'>, 'children'>) {
  const level = useHeadingLevel();
  return <HeadingLevelContext value={level === 2 ? 3 : 4}>{children}</HeadingLevelContext>;
}

/** A heading of the level that its place in the form asks for. */
export function Heading(props: ComponentProps<'h2'>) {
  const Tag = `h${useHeadingLevel()}` as const;
  return <Tag {...props} />;
}
