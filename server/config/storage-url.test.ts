import { expect, test } from "vitest";
import { readStorageUrl } from "./service-urls.ts";

test("D12.1 STORAGE_URL names host, bucket, folder and region; key and secret may be percent-encoded", () => {
  expect(readStorageUrl("s3://AKID:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/photos/town/a?region=eu-central-1")).toEqual(
    {
      endpoint: "https://s3.eu-central-1.amazonaws.com",
      bucket: "photos",
      prefix: "town/a/",
      region: "eu-central-1",
      accessKeyId: "AKID",
      secretAccessKey: "a/b+c",
    },
  );
  expect(readStorageUrl("s3+http://a:b@127.0.0.1:9000/photos/")).toMatchObject({
    endpoint: "http://127.0.0.1:9000",
    prefix: "",
    region: "us-east-1",
  });
});

test.each([
  "https://a:b@host/photos",
  "s3://host/photos",
  "s3://a@host/photos",
  "s3://a:b@host",
  "s3://a:b@host/",
  "s3://a:b@host/Photos",
  "s3://a:b@host/photos/../other",
  "s3://a:b@host/photos/Town",
  "s3://a:b@host/photos//x",
  "s3://a:b@host/photos?region=a%20b",
  "s3://a:%E0%A4%A@host/photos",
  "s3:a:b@host/photos",
  "photos",
])("D12.2 %j is no STORAGE_URL", (text) => {
  expect(readStorageUrl(text)).toBeUndefined();
});
