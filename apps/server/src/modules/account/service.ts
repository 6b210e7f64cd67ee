export {
  type Account,
  deleteAccount,
  insertAccount as createAccount,
  insertLogin as recordLogin,
  loginsQuery,
  replacePassword,
  selectAccount as findAccount,
  selectEmails as findEmails,
  selectLogins as listLogins,
  updateEmail as changeEmail,
  updatePassword as changePassword,
} from './repository.ts';
