import { ValidationPipe } from "@nestjs/common";

function positives(app: any) {
  // ruleid: TS-011
  app.useGlobalPipes(new ValidationPipe());
  // ruleid: TS-011
  const pipe = new ValidationPipe({});
  app.useGlobalPipes(
    // ruleid: TS-011
    new ValidationPipe({
      transform: true,
    }),
  );
  return pipe;
}

function negatives(app: any, options: any) {
  // ok: TS-011
  const pipe = new ValidationPipe({ whitelist: true });
  // ok: TS-011
  app.useGlobalPipes(new ValidationPipe(options));
  // ok: TS-011
  app.useGlobalPipes(new ValidationPipe({
    transform: true,
    whitelist: true,
  }));
  // ok: TS-011
  app.useGlobalPipes(new ValidationPipe({ ...options }));
  // new ValidationPipe()
  // ok: TS-011
  return ["new ValidationPipe()", pipe, new OtherPipe()];
}
