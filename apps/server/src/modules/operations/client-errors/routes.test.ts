import { expect, test } from 'vitest';
import { loggableReport } from './routes.ts';

test("the log has the address of a browser's error report, without tokens", () => {
  const report = {
    name: 'TypeError',
    route: '/reset?username=ada@mail.example&id=secret-1',
    stack: [
      'at draw (https://apply.larkmoor.example/assets/index-a1.js?token=secret-2:10:20)',
      'at https://apply.larkmoor.example/about?service_token=secret-3#first_name',
    ],
  };
  expect(loggableReport(report)).toEqual({
    name: 'TypeError',
    route: '/reset',
    stack: [
      'at draw (https://apply.larkmoor.example/assets/index-a1.js:10:20)',
      'at https://apply.larkmoor.example/about',
    ],
  });
});
