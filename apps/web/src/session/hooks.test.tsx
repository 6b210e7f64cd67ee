import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionProvider, useSession, useSnapshot, useVisit, VisitProvider } from './hooks.ts';
import { GoProvider, useGo } from './navigation.ts';
import { openTab, stubPage } from './open-tab.testing.ts';
import { FIRST_VISIT } from './visit.ts';

stubPage();

const session = { ...openTab().session, carriedUsername: () => 'ada@mail.example' };

function Everything() {
  useGo()('/about');
  const words = [useSession().carriedUsername(), useVisit().lastPath];
  return <p>{words.map(String).join(' ')}</p>;
}

test('a component gets what its page provides: session, visit and navigation', () => {
  const gone: string[] = [];
  const drawn = renderToStaticMarkup(
    <GoProvider value={(to) => void gone.push(to)}>
      <SessionProvider value={session}>
        <VisitProvider value={{ ...FIRST_VISIT, lastPath: '/education' }}>
          <Everything />
        </VisitProvider>
      </SessionProvider>
    </GoProvider>,
  );
  expect(drawn).toBe('<p>ada@mail.example /education</p>');
  expect(gone).toEqual(['/about']);
});

function Lost({ useNeeded }: { readonly useNeeded: () => unknown }) {
  useNeeded();
  return null;
}

test.each([
  [useGo, 'navigation'],
  [useSession, 'the session'],
  [useSnapshot, 'the snapshot'],
  [useVisit, 'the visit'],
])('a component outside of its provider throws an error that names it: %#', (useNeeded, name) => {
  expect(() => renderToStaticMarkup(<Lost useNeeded={useNeeded} />)).toThrow(
    `A component that needs ${name} is outside of its provider.`,
  );
});
