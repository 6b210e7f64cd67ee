import { afterEach, expect, test, vi } from 'vitest';
import { currentEntry } from './navigation.ts';
import { type Announcement, createOtherTabs } from './other-tabs.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The channels of one browser: each receives the messages that the others of its name post. */
class Channel extends EventTarget {
  static readonly open: Channel[] = [];
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    Channel.open.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open)
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

test('other tabs receive a login and a logout, this one does not, and unknown messages are ignored', () => {
  vi.stubGlobal('BroadcastChannel', Channel);
  const [own, other] = [createOtherTabs(), createOtherTabs()];
  const heard: [string, Announcement][] = [];
  own.onAnnounced((what) => heard.push(['own', what]));
  const stop = other.onAnnounced((what) => heard.push(['other', what]));
  own.announce('login');
  own.announce('logout');
  new Channel('firstyear.session').postMessage('reboot');
  new Channel('another').postMessage('login');
  const later = [null, {}, { tab: 'x' }, { unsaved: 1 }, { tab: 'x', unsaved: '1' }];
  for (const unknown of later) new Channel('firstyear.session').postMessage(unknown);
  new Channel('firstyear.session').postMessage({ tab: 'x', unsaved: 1 });
  new Channel('firstyear.session').postMessage('login');
  stop();
  own.announce('login');
  expect(heard).toEqual([
    ['other', 'login'],
    ['other', 'logout'],
    ['own', { tab: 'x', unsaved: 1 }],
    ['other', { tab: 'x', unsaved: 1 }],
    ['own', 'login'],
    ['other', 'login'],
  ]);
});

test('a browser without channels sends and receives nothing', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const tabs = createOtherTabs();
  const stop = tabs.onAnnounced(() => expect.unreachable());
  tabs.announce('login');
  stop();
});

test.each([
  [{ key: 'abc123' }, 'abc123 /about'],
  [{ key: 7 }, 'default /about'],
  [{}, 'default /about'],
  [null, 'default /about'],
  ['abc123', 'default /about'],
])('an entry of the history that holds %j is called %j', (state, name) => {
  vi.stubGlobal('window', { history: { state }, location: { pathname: '/about' } });
  expect(currentEntry()).toBe(name);
});
